const holes = Array.from({ length: 13 }, (_, index) => index * 24 - 24);

/** A truck with a film reel on a moving road. It doesn't move with reduced motion. */
export function LoadingIllustration({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 264 112" className={className} fill="none">
      <g className="fill-edge">
        <g className="animate-road">
          {holes.map((x) => (
            <rect key={x} x={x + 7} y="100" width="10" height="8" rx="1.5" />
          ))}
        </g>
      </g>
      <path d="M0 92.500h264" className="stroke-line" strokeWidth="1" />
      <g className="stroke-faint" strokeWidth="2" strokeLinecap="round">
        <path d="M20 40h22M8 56h26M24 72h14" />
      </g>
      <path d="M58 20h104v58H58z" className="fill-panel stroke-ink" strokeWidth="2" strokeLinejoin="round" />
      <path
        d="M162 36h25l19 20v22h-44z"
        className="fill-panel stroke-ink"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path
        d="M172 44h11l12 13h-23z"
        className="fill-raised stroke-ink"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <Reel x={110} y={49} />
      <Wheel x={84} />
      <Wheel x={186} />
    </svg>
  );
}

function Reel({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <g className="animate-turn">
        <circle r="20" className="fill-raised stroke-ink" strokeWidth="2" />
        <circle r="3" className="fill-ink" />
        {[0, 72, 144, 216, 288].map((angle) => (
          <circle
            key={angle}
            r="4.5"
            cy="-11"
            transform={`rotate(${angle})`}
            className="fill-panel stroke-ink"
            strokeWidth="1.5"
          />
        ))}
      </g>
    </g>
  );
}

function Wheel({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 80)`}>
      <g className="animate-turn">
        <circle r="12" className="fill-ink" />
        <circle r="5" className="fill-background" />
        <path d="M0-11v4M0 7v4M-11 0h4M7 0h4" className="stroke-background" strokeWidth="1.5" />
      </g>
    </g>
  );
}
