import { PasswordField } from '#app/session/password-field.tsx'
import { CheckboxField } from '#app/ui/checkbox-field.tsx'
import { FormField } from './form-field.tsx'
import type { CheckoutForm } from './use-checkout-form.ts'

/** E-mail, password and terms: signs in who has an account, creates one for who has none. */
export function CredentialsFields({ form }: { form: CheckoutForm }) {
  return (
    <>
      <FormField
        form={form}
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        required
      />
      <PasswordField
        label="Hasło"
        name="password"
        autoComplete="current-password"
        placeholder="Minimum 6 znaków"
        required
        value={form.password}
        error={form.errors.password}
        onChange={(event) => form.setPassword(event.target.value)}
        onBlur={() => form.leave('password')}
      />
      <CheckboxField
        name="acceptedTerms"
        checked={form.draft.acceptedTerms}
        error={form.errors.acceptedTerms}
        onChange={(event) => form.change({ acceptedTerms: event.target.checked })}
        label={
          <>
            Akceptuję <LegalLink href="/regulamin">regulamin</LegalLink> i{' '}
            <LegalLink href="/polityka-prywatnosci">politykę prywatności</LegalLink>
          </>
        }
      />
    </>
  )
}

function LegalLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener" className="font-medium underline underline-offset-4">
      {children}
      <span className="sr-only"> (nowa karta)</span>
    </a>
  )
}
