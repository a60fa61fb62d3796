//! Who may ask: only the page whose address has the token, and only from this computer.

use super::secret::is_same;

/// What is in every answer: the page loads nothing from elsewhere, runs only its own scripts, and is in no frame.
pub(super) const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
                                 img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What the headers and the path of a request say about who asks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Asker<'r> {
    /// Whether the request asks for an answer, rather than for a file of the page.
    pub is_post: bool,
    /// `Host`.
    pub host: Option<&'r str>,
    /// `Origin`.
    pub origin: Option<&'r str>,
    /// The first part of the path.
    pub token: &'r str,
}

/// The door of one studio.
#[derive(Clone, Debug)]
pub(super) struct Door {
    token: String,
    hosts: [String; 2],
}

impl Door {
    /// The door of the studio at this port, whose address has this token.
    pub(super) fn new(port: u16, token: String) -> Self {
        Self { token, hosts: ["127.0.0.1", "localhost"].map(|host| format!("{host}:{port}")) }
    }

    /// The address of the page.
    pub(super) fn address(&self) -> String {
        format!("http://{}/{}/", self.hosts[0], self.token)
    }

    /// Whether a request may be answered. A page of another site has another origin. A site whose name was pointed at this
    /// computer has another host. Neither knows the token.
    pub(super) fn admits(&self, asker: Asker<'_>) -> bool {
        let Some(host) = asker.host.filter(|host| self.hosts.iter().any(|own| own == host)) else {
            return false;
        };
        let is_own = |origin: &str| origin.strip_prefix("http://") == Some(host);
        let is_origin_fine = asker.origin.map_or(!asker.is_post, is_own);
        is_origin_fine && is_same(asker.token, &self.token)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_page_with_the_token_is_admitted() {
        let [door, other] = ["0123", "4567"].map(|token| Door::new(4000, token.into()));
        let own = Asker {
            is_post: true,
            host: Some("127.0.0.1:4000"),
            origin: Some("http://127.0.0.1:4000"),
            token: &door.token,
        };
        assert!(door.admits(own));
        assert!(door.admits(Asker {
            host: Some("localhost:4000"),
            origin: Some("http://localhost:4000"),
            ..own
        }));
        // A browser sends no origin when it opens the page.
        assert!(door.admits(Asker { is_post: false, origin: None, ..own }));
        for refused in [
            Asker { host: None, ..own },
            Asker { host: Some("127.0.0.1"), ..own },
            Asker { host: Some("127.0.0.1:4001"), ..own },
            Asker { host: Some("evil.example:4000"), origin: Some("http://evil.example:4000"), ..own },
            Asker { origin: None, ..own },
            Asker { origin: Some("null"), ..own },
            Asker { origin: Some("https://127.0.0.1:4000"), ..own },
            Asker { origin: Some("http://127.0.0.1:4001"), ..own },
            Asker { origin: Some("http://evil.example"), ..own },
            Asker { origin: Some("http://evil.example"), is_post: false, ..own },
            Asker { token: "", ..own },
            Asker { token: &door.token[1..], ..own },
            Asker { token: &other.token, ..own },
        ] {
            assert!(!door.admits(refused), "{refused:?}");
        }
    }
}
