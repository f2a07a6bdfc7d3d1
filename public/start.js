// Runs before the first paint: applies a stored theme, so that the other one never flashes (same key as
// src/ui/theme.ts), chooses the file of an early video (same key as src/modules/media/web/playback/use-quality-choice.ts), plays it, and
// loads the scripts of a prerendered page after the page is shown, which is complete without them.
(() => {
  const earlyVideo = document.querySelector("#early-picture > video");
  try {
    const choice = localStorage.getItem("theme");
    if (choice === "light" || choice === "dark") document.documentElement.dataset.theme = choice;
    const lightSrc = earlyVideo?.dataset.lightSrc;
    if (lightSrc && localStorage.getItem("reelay-picture") === "light")
      earlyVideo.setAttribute("src", lightSrc);
  } catch {
    // Storage is blocked: the system's theme and full quality apply.
  }

  // An early video plays before the scripts of the player are there.
  const playButton = document.querySelector("#early-picture > button");
  if (playButton) {
    playButton.hidden = false;
    playButton.addEventListener("click", () => {
      playButton.hidden = true;
      earlyVideo.play().catch(() => {});
    });
  }

  const { app, modules } = document.currentScript.dataset;
  if (!app) return;
  const append = (tag, attributes) =>
    document.head.append(Object.assign(document.createElement(tag), attributes));
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    for (const event of inputs) removeEventListener(event, start, true);
    for (const href of modules.split(" ")) append("link", { rel: "modulepreload", crossOrigin: "", href });
    append("script", { type: "module", crossOrigin: "", src: app });
  };
  const inputs = ["pointerdown", "keydown"];
  for (const event of inputs) addEventListener(event, start, true);
  // All of the page can be there before its first paint, which the scripts would delay.
  addEventListener("load", () => {
    if (!PerformanceObserver.supportedEntryTypes.includes("paint")) start();
    else new PerformanceObserver(start).observe({ type: "paint", buffered: true });
  });
  // The page's load event waits for the video, which is shown first, but not for long.
  if (earlyVideo) setTimeout(start, 300);
})();
