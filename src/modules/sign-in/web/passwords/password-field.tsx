import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";

import { IconButton } from "#ui/icon-button.tsx";
import { TextField } from "#ui/text-field.tsx";

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, "type" | "end">;

/** A password input with a button to show it. `autoComplete` is `current-password` or `new-password`. */
export function PasswordField(props: PasswordFieldProps) {
  const [visible, setVisible] = useState(false);
  const Icon = visible ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={visible ? "text" : "password"}
      end={
        <IconButton
          size="small"
          label={visible ? "Hide password" : "Show password"}
          icon={<Icon className="size-4.5" />}
          onClick={() => setVisible(!visible)}
        />
      }
    />
  );
}
