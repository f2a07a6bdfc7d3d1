/** Begins the OAuth state of an authorization that was started in the settings, where its return continues. */
export const settingsStatePrefix = "settings.";

/** Begins the OAuth state of an authorization that asks for access to statistics, whose return continues at the analytics. */
export const analyticsStatePrefix = "analytics.";
