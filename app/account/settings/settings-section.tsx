import { type ReactNode, useId } from 'react'
import type { ApiFailure } from '#app/api-client.ts'
import type { FormProblem } from '#app/ui/form/form.tsx'

/** One section of the account's settings. */
export function SettingsSection({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="card px-5 py-5 wrap-anywhere">
      <h2 id={heading} className="font-display text-xl">
        {title}
      </h2>
      <p className="mt-1 text-sm text-oud">{text}</p>
      <div className="mt-4">{children}</div>
    </section>
  )
}

/** Shows why the shop refused a form: sentences at its fields, or a toast. */
export function toSettingsProblem(failure: ApiFailure): FormProblem {
  const description = 'Brak połączenia ze sklepem.'
  if (failure.reason === 'unreachable') return { toast: { title: 'Błąd', description } }
  const { fields, message } = failure
  return Object.keys(fields).length > 0 ? { fields } : { toast: { title: 'Błąd', description: message } }
}
