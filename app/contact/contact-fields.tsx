import { href } from 'react-router'
import type { TextProps } from '#app/ui/form/form.tsx'
import { TextAreaField } from '#app/ui/form/text-area-field.tsx'
import { EmailField, TextField } from '#app/ui/form/text-field.tsx'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import { MAX_MESSAGE_LENGTH } from '#domain/contact/contact.ts'

export const CONTACT_FIELDS = ['name', 'email', 'phone', 'message'] as const
type ContactField = (typeof CONTACT_FIELDS)[number]
export type ContactValues = Record<ContactField, string>

/** What the visitor did before the form's code was loaded. */
export type ContactStart = {
  /** By the names of the fields. */
  typed: Record<string, string>
  /** The focused field and the position of its caret. */
  focused: { name: string; caret: number | null } | null
}

export type ContactFormProps = { start: ContactStart; success: string }

type ContactFieldsProps = {
  /** The state of a field in the loaded form; without it the browser keeps what is typed. */
  text?: (name: ContactField) => Partial<TextProps> & { defaultValue?: string }
}

/** The fields of the contact form, the same before and after its code is loaded. */
export function ContactFields({ text = (name) => ({ name }) }: ContactFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField {...text('name')} label="Imię i nazwisko" autoComplete="name" maxLength={100} required />
      <TextField
        {...text('phone')}
        label="Telefon (opcjonalnie)"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={30}
      />
      <EmailField {...text('email')} label="E-mail" autoComplete="email" required className="sm:col-span-2" />
      <TextAreaField
        {...text('message')}
        label="Wiadomość"
        most={MAX_MESSAGE_LENGTH}
        rows={6}
        required
        className="sm:col-span-2"
      />
      <div aria-hidden="true" className="absolute -left-full size-px overflow-hidden">
        <label>
          Zostaw puste
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <p className="text-xs text-night/80 sm:col-span-2">
        Dane z formularza wykorzystamy tylko po to, aby odpowiedzieć.{' '}
        <NewTabLink href={href('/polityka-prywatnosci')} className="underline underline-offset-4">
          Polityka prywatności
        </NewTabLink>
      </p>
    </div>
  )
}
