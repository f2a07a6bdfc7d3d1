import { WhatWeSolve } from "#modules/site/web/public/what-we-solve.tsx";

export default function WhatWeSolvePage() {
  return <WhatWeSolve />;
}
