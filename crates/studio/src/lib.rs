//! `undercard studio`: a page on which every number of a game is a control, and every change is compared at once with its
//! baseline. The studio has no statistics: each answer is that of an [experiment](crate::experiments), so each figure is the
//! one that the command line prints.
//!
//! The page asks with a [`Request`](messages::Request) and gets a stream of [`Event`](messages::Event)s. [`workbench`] answers
//! and knows no network, [`server`] connects it with a browser, [`access`] decides who may ask, and [`places`] which
//! files may be read and written. Where the page runs without a server, [`answer_once`] answers a question.

#![forbid(unsafe_code)]

use undercard_config as config;
use undercard_experiments as experiments;
use undercard_report as report;

#[cfg(feature = "server")]
mod access;
mod answer;
mod controls;
mod download;
mod fit;
mod messages;
mod once;
mod own_files;
mod places;
mod searches;
#[cfg_attr(not(feature = "server"), allow(dead_code, reason = "only a server has an address"))]
mod secret;
#[cfg(feature = "server")]
mod server;
mod targets;
mod words;
mod workbench;

pub use controls::settings_of_cards;
pub use messages::Begin;
pub use once::answer_once;
#[cfg(feature = "server")]
pub use server::open;
