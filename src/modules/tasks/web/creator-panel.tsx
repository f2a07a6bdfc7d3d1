import { Button } from "#ui/button.tsx";

/** The dashboard block of creators (specification, section 2). */
export function CreatorPanel({ onCreate }: { onCreate: () => void }) {
  return (
    <section>
      <h2 className="font-heading text-2xl">Assign Work and upload videos to YouTube with one click!</h2>
      <Button variant="primary" size="large" onClick={onCreate} className="mt-4 w-full">
        Create Task
      </Button>
    </section>
  );
}
