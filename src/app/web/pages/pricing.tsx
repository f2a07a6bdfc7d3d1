import { Pricing } from "#modules/site/web/pricing.tsx";

export default function PricingPage() {
  return <Pricing />;
}
