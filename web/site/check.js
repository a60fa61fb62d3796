// Says what an old browser lacks; every browser can read this file.
(function () {
  var missing = [];
  if (typeof WebAssembly !== "object" || !WebAssembly.instantiate) missing.push("WebAssembly");
  if (typeof Worker !== "function") missing.push("web workers");
  if (typeof Promise !== "function" || !Promise.withResolvers) missing.push("JavaScript of 2024");
  if (!missing.length) return;
  addEventListener("DOMContentLoaded", function () {
    var box = document.createElement("p");
    box.className = "banner";
    box.textContent = "This browser is too old for this page: it lacks " + missing.join(", ") + ". Use a newer version of Chrome, Edge, Firefox or Safari.";
    document.getElementById("news").appendChild(box);
  });
})();
