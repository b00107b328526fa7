import type { ComponentProps, ReactNode } from 'react'
import { TextField } from '#app/ui/form/text-field.tsx'

type OptionsProps = { of: readonly (readonly [value: string | number, label: string])[]; className?: string }

/** The choices of a select, each with its label. */
export function Options({ of: choices, className }: OptionsProps) {
  return choices.map(([value, label]) => (
    <option key={value} value={value} className={className}>
      {label}
    </option>
  ))
}

/** The error of fields that do not show it themselves; nothing without one. */
export function FieldProblem({ children }: { children: ReactNode }) {
  return children ? (
    <p role="alert" className="text-xs font-medium text-wine">
      {children}
    </p>
  ) : null
}

/** A text field that the browser does not fill in: the panel does not ask for the owner's own name or address. */
export function PanelField(props: ComponentProps<typeof TextField>) {
  return <TextField autoComplete="off" {...props} />
}
