import { useNavigate } from "react-router";

import { startUploadPath } from "#core/paths.ts";
import { openConsentPage } from "#core/web/open-consent-page.ts";
import { useAction } from "#core/web/use-change.ts";

import { fetchAuthorizationUrl } from "./queries.ts";
import { useSetUploadTask } from "./upload-storage.ts";

/** Opens a URL from the server: a page of this app, or the platform's consent screen. Stores the task for the return. */
export function useOpenUrl(): (url: string, taskId: number) => void {
  const navigate = useNavigate();
  const setUploadTask = useSetUploadTask();
  return (address, taskId) => {
    setUploadTask(taskId);
    const url = new URL(address);
    // A screen of this server, which may be known by several addresses.
    if (url.origin === window.location.origin || url.pathname === startUploadPath)
      void navigate(url.pathname + url.search);
    else openConsentPage(address);
  };
}

/** Requests the URL to continue publishing at, and opens it. */
export function useAuthorization() {
  const openUrl = useOpenUrl();
  const request = useAction(fetchAuthorizationUrl, {
    onSuccess: (url, { taskId }) => openUrl(url, taskId),
  });
  // Stays true after success: leaving for another site takes a moment.
  return { continueToPlatform: request.mutate, redirecting: request.isPending || request.isSuccess };
}
