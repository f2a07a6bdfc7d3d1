import { WhatWeSolve } from "#product/site/web/what-we-solve.tsx";

export default function WhatWeSolvePage() {
  return <WhatWeSolve />;
}
