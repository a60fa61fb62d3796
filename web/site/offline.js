// Keeps the files of the page, so that it works without a network. VERSION names the files of one build.

const VERSION = "VERSION";
const FILES = ["./"];

// A new build waits until no page of the old one is open: its scripts and its engine belong together.
addEventListener("install", (event) => event.waitUntil(
  caches.open(VERSION).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })))),
));
addEventListener("activate", (event) => event.waitUntil(
  caches.keys().then((names) => Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name)))).then(() => clients.claim()),
));
addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(caches.open(VERSION).then((cache) => cache.match(event.request, { ignoreSearch: true })).then((kept) => kept ?? fetch(event.request)));
});
