import { Button } from "#ui/button.tsx";

/** The creator's block in the right panel; on narrow screens, the button is in the header or in the empty list. */
export function CreatorPanel({ onCreate }: { onCreate: () => void }) {
  return (
    <section className="hidden wide:block">
      <h2 className="font-heading text-2xl">Assign Work and upload videos to YouTube with one click!</h2>
      <Button variant="primary" size="large" onClick={onCreate} className="mt-4 w-full">
        Create Task
      </Button>
    </section>
  );
}
