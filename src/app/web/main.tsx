import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router";

import { Toaster } from "#ui/toaster.tsx";

import { queries } from "./queries.ts";
import { router } from "./router.tsx";

const place = document.getElementById("root");
if (!place) throw new Error("index.html has no element with the id root");

createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
);
