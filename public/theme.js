// Runs before the first paint so that a stored choice never flashes the other theme (same key as src/ui/theme.ts).
(() => {
  try {
    const choice = localStorage.getItem("theme");
    if (choice === "light" || choice === "dark") document.documentElement.dataset.theme = choice;
  } catch {
    // Storage is blocked: the system's theme applies.
  }
})();
