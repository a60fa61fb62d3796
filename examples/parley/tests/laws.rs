//! The laws of every game, and the stories of games as they were before.

undercard::conformance_laws!(parley::Parley);
undercard::golden_transcripts!(parley::Parley);
