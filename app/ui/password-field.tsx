import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { TextField } from '#app/ui/text-field.tsx'

/** A password that can be looked at before it is sent. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'>) {
  const [visible, setVisible] = useState(false)
  const Icon = visible ? EyeOff : Eye
  return (
    <TextField
      {...props}
      type={visible ? 'text' : 'password'}
      maxLength={128}
      trailing={
        <button
          type="button"
          aria-label={visible ? 'Ukryj hasło' : 'Pokaż hasło'}
          className="grid size-11 place-items-center rounded-full hover:bg-sand"
          onClick={() => setVisible(!visible)}
        >
          <Icon aria-hidden="true" className="size-5" />
        </button>
      }
    />
  )
}
