import { Pricing } from "#modules/site/web/public/pricing.tsx";

export default function PricingPage() {
  return <Pricing />;
}
