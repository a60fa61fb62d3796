// The interface to the server: a question in, events out. Nothing else on the page talks to it. `web/site/ask.js` has the
// same functions for a page without a server.

/** What the page says when `ask` throws. */
export const LOST = "The studio has stopped. Your changes are kept in this browser. Start `undercard studio` again in the same folder, and this page goes on; if another address is printed, open that one.";
/** Where files are that the page cannot find. */
export const ELSEWHERE = "in the folder of this studio. Choose one below; to open a file in another folder, start the studio there.";
/** Whether files can change without the page. */
export const WATCHES = true;

// One page, one job: a new question replaces the one before.
const page = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Asks, and calls `on` with each event. Resolves to true when the answer is complete, to false if it was aborted.
 * Throws if the server is gone.
 */
export async function ask(question, on, signal) {
  let response;
  try {
    response = await fetch(`ask/${page}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(question),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) return false;
    throw error;
  }
  // The server is there, and does not take what was asked.
  if ([400, 413, 503].includes(response.status)) {
    on({ event: "refused", errors: [{ key: "", text: `The studio cannot read this: ${(await response.text()) || response.statusText}` }] });
    return true;
  }
  if (!response.ok) throw new Error(response.statusText);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return !signal?.aborted;
      rest += value;
      let end;
      while ((end = rest.indexOf("\n\n")) >= 0) {
        const event = JSON.parse(rest.slice("data: ".length, end));
        rest = rest.slice(end + 2);
        if (!signal?.aborted) on(event);
      }
    }
  } catch (error) {
    if (signal?.aborted) return false;
    throw error;
  }
}

/** Asks for an answer of one event. */
export async function askOnce(question) {
  let answer = null;
  await ask(question, (event) => { answer ??= event; });
  return answer;
}
