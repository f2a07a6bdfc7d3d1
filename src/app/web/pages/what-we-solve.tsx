import { WhatWeSolve } from "#modules/site/web/what-we-solve.tsx";

export default function WhatWeSolvePage() {
  return <WhatWeSolve />;
}
