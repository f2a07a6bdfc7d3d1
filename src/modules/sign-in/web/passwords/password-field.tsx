import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";

import { IconButton } from "#ui/icon-button.tsx";
import { TextField } from "#ui/text-field.tsx";

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, "type" | "end">;

/** A password input with a button to show it. `autoComplete` is `current-password` or `new-password`. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={shown ? "text" : "password"}
      end={
        <IconButton
          size="small"
          label={shown ? "Hide password" : "Show password"}
          icon={<Icon className="size-4.5" />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
