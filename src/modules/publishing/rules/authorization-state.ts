/** Begins the OAuth state of an authorization that was started in the settings, where its return continues. */
export const settingsStatePrefix = "settings.";
