import { PanelRight } from "lucide-react";
import {
  createContext,
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  use,
  useMemo,
  useRef,
  useState,
} from "react";
import { useSearchParams } from "react-router";

import { commentParameter, tabParameter } from "#core/paths.ts";
import { classNames } from "#ui/class-names.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { useFullscreen } from "#ui/player/use-fullscreen.ts";
import { ResizeHandle, useResizableWidth } from "#ui/resize-handle.tsx";
import { TabPanel, Tabs } from "#ui/tabs.tsx";

interface PanelTab {
  value: string;
  label: string;
  count?: number | undefined;
  content: ReactNode;
}

interface StageContextValue {
  /** The element that is shown in full screen: the player and the panel. */
  element: RefObject<HTMLDivElement | null>;
  /** Whether the panel is shown where it is beside the player. */
  hasPanel: boolean;
  setHasPanel: (shown: boolean) => void;
  /** Opens a tab of the panel. */
  showTab: (value: string) => void;
}

const StageContext = createContext<StageContextValue | null>(null);

export function useStage(): StageContextValue {
  const stage = use(StageContext);
  if (!stage) throw new Error("There is no stage.");
  return stage;
}

interface PreviewStageProps {
  /** Above the tabs of the panel. */
  head?: ReactNode;
  /** At first, the one that the URL names is open, otherwise the first one. */
  tabs: readonly PanelTab[];
  /** The player, or what is shown in its place. */
  children: ReactNode;
}

const panelId = "preview-panel";

/**
 * The player with a panel of tabs: beside it on wide screens, where it is resizable, in landscape and in full screen; otherwise
 * below, while the player stays visible and its controls are hidden during typing.
 */
export function PreviewStage({ head, tabs, children }: PreviewStageProps) {
  const element = useRef<HTMLDivElement>(null);
  const { full } = useFullscreen(element);
  const panel = useResizableWidth("reelay-panel-width", { initial: 352, min: 280, max: 640 });
  const panelWidth: CSSProperties & { "--panel-width": string } = { "--panel-width": `${panel.width}px` };
  const [hasPanel, setHasPanel] = useState(true);
  const [search] = useSearchParams();
  const linkedTab = search.get(tabParameter);
  const [openTab, setOpenTab] = useState(linkedTab);
  const [previousTab, setPreviousTab] = useState(linkedTab);
  if (linkedTab !== previousTab) {
    setPreviousTab(linkedTab);
    if (linkedTab !== null) setOpenTab(linkedTab);
  }
  const commentId = search.get(commentParameter);
  const [previousCommentId, setPreviousCommentId] = useState(commentId);
  if (commentId !== previousCommentId) {
    setPreviousCommentId(commentId);
    if (commentId !== null) setOpenTab(null);
  }
  const open = tabs.find(({ value }) => value === openTab) ?? tabs[0];
  const stage = useMemo(() => {
    const showTab = (value: string) => {
      setOpenTab(value);
      setHasPanel(true);
    };
    return { element, hasPanel, setHasPanel, showTab };
  }, [hasPanel]);
  return (
    <StageContext value={stage}>
      <div
        ref={element}
        data-theme={full ? "dark" : undefined}
        className={classNames(
          "group/stage flex flex-col stacked:min-h-[calc(var(--screen-height)-3.5625rem)] beside:h-[calc(var(--screen-height)-3.5625rem)] beside:min-h-72 beside:flex-row",
          "low:h-[calc(var(--screen-height)-3.0625rem)] wide:min-h-96",
          "[&:fullscreen]:h-dvh [&:fullscreen]:bg-picture md:[&:fullscreen]:flex-row",
        )}
      >
        <main
          id="content"
          tabIndex={-1}
          className={classNames(
            "z-20 min-w-0 bg-background stacked:overflow-x-clip px-4 py-3 low:px-3 low:py-1 beside:flex beside:flex-1 beside:flex-col beside:overflow-y-auto",
            "tall:stacked:sticky tall:stacked:top-0 stacked:[--player-height:min(45svh,30rem,max(12rem,100svh-32rem))]",
            "group-has-[aside[data-pressed],aside_:is(textarea,input):focus]/stage:stacked:[&_[data-player-controls]]:hidden",
            "md:group-[:fullscreen]/stage:flex md:group-[:fullscreen]/stage:flex-1 md:group-[:fullscreen]/stage:flex-col",
            "group-[:fullscreen]/stage:bg-picture",
          )}
        >
          {children}
        </main>
        <aside
          id={panelId}
          aria-label="Comments and versions"
          onMouseDownCapture={keepLayoutUntilClick}
          style={panelWidth}
          className={classNames(
            "relative flex min-h-0 flex-col border-t bg-panel stacked:grow text-ink beside:shrink-0 beside:border-t-0 wide:w-(--panel-width)",
            "max-wide:beside:w-[max(20.5rem,30vw)] max-wide:beside:border-l low:overflow-y-auto",
            "md:group-[:fullscreen]/stage:w-(--panel-width) md:group-[:fullscreen]/stage:shrink-0",
            // What gets the focus is scrolled to below the player, which stays at the top.
            "tall:stacked:[&_:is(a,button,input,textarea)]:scroll-mt-[calc(min(45svh,30rem,max(12rem,100svh-32rem))+12rem)]",
            !hasPanel && "beside:hidden md:group-[:fullscreen]/stage:hidden",
          )}
        >
          <ResizeHandle
            {...panel}
            label="Width of the panel"
            controls={panelId}
            className="absolute inset-y-0 left-0 z-30 hidden wide:block md:group-[:fullscreen]/stage:block"
          />
          {head}
          <Tabs
            label="Panel"
            dense
            value={open?.value ?? ""}
            onValueChange={setOpenTab}
            tabs={tabs}
            className="flex min-h-0 flex-1 flex-col px-4 pt-1 pb-4 low:flex-none low:overflow-visible! beside:overflow-y-auto group-[:fullscreen]/stage:overflow-y-auto"
          >
            {tabs.map(({ value, content }) => (
              <TabPanel key={value} value={value} className="flex min-h-0 flex-1 flex-col">
                {content}
              </TabPanel>
            ))}
          </Tabs>
        </aside>
      </div>
    </StageContext>
  );
}

/**
 * A press on a button takes the focus from a text field. If the controls of the player came back at once, they would move the
 * button away from the pointer, and there would be no click.
 */
function keepLayoutUntilClick({ currentTarget }: MouseEvent<HTMLElement>): void {
  if (!currentTarget.querySelector(":is(textarea,input):focus")) return;
  const { dataset } = currentTarget;
  dataset["pressed"] = "";
  // Timers run after the click, which follows the release without a pause.
  const release = () => setTimeout(() => delete dataset["pressed"]);
  addEventListener("mouseup", release, { once: true });
}

/** Shows or hides the panel where it is beside the player. */
export function PanelButton() {
  const { hasPanel, setHasPanel } = useStage();
  return (
    <span className="hidden beside:inline md:group-[:fullscreen]/stage:inline">
      <IconButton
        label={hasPanel ? "Hide the panel" : "Show the panel"}
        icon={<PanelRight className="size-5" />}
        onClick={() => setHasPanel(!hasPanel)}
      />
    </span>
  );
}
