import { Pricing } from "#product/site/web/pricing.tsx";

export default function PricingPage() {
  return <Pricing />;
}
