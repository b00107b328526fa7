import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { sessionChanged } from '#app/account/session.ts'
import { GoogleButton } from '#app/account/sign-in/google-button.tsx'
import { describeApiFailure } from '#app/account/sign-in/link-request-form.tsx'
import { NewPasswordField } from '#app/account/sign-in/new-password-field.tsx'
import { callApi } from '#app/api-client.ts'
import { accountQuery, openSessionsQuery, queryClient } from '#app/query-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { PasswordField, TextField } from '#app/ui/form/text-field.tsx'
import { useAct } from '#app/ui/form/use-act.ts'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast.ts'
import {
  firstPasswordSchema,
  passwordChangeSchema,
  type SignedInUser,
  userNamesSchema,
} from '#domain/accounts/account.ts'
import { DeleteAccount } from './account-removal.tsx'
import { NewProof } from './new-proof.tsx'
import { OpenSessions } from './open-sessions.tsx'
import { SecondFactorSettings } from './second-factor-settings.tsx'
import { SettingsSection, toSettingsProblem } from './settings-section.tsx'

type AccountSettingsProps = { user: Pick<SignedInUser, 'email' | 'role' | 'first_name' | 'last_name'> }

/** The tab 'Konto': names, password, second factor, Google, open sessions, the data and their deletion. */
export function AccountSettings({ user }: AccountSettingsProps) {
  const { data: account, error, refetch } = useQuery(accountQuery, queryClient)
  if (error) return <Alert onRetry={() => void refetch()}>{error.message}</Alert>
  if (!account) return <Skeleton className="h-64 w-full rounded-2xl" />
  return (
    <div className="grid gap-5">
      {!account.email_verified && <UnprovenAddress email={user.email} />}
      <NamesForm user={user} />
      {account.has_password ? (
        <PasswordForm />
      ) : (
        <FirstPasswordForm email={user.email} byGoogle={account.google_linked === true} onSet={() => void refetch()} />
      )}
      <SecondFactorSettings
        enabled={account.second_factor}
        // The admin's address comes from the shop's own settings.
        emailVerified={account.email_verified || user.role === 'admin'}
        onChanged={() => void refetch()}
      />
      {account.google_linked !== null && (
        <GoogleSettings
          email={user.email}
          linked={account.google_linked}
          hasPassword={account.has_password}
          onChanged={() => void refetch()}
        />
      )}
      <OpenSessions />
      <SettingsSection title="Twoje dane" text="Kopia wszystkiego, co sklep przechowuje o Tobie, w jednym pliku.">
        <a href="/api/me/export" download className={buttonClass('secondary')}>
          Pobierz moje dane (JSON)
        </a>
      </SettingsSection>
      {user.role === 'customer' && <DeleteAccount email={user.email} hasPassword={account.has_password} />}
    </div>
  )
}

const AFTER_PROOF = 'Po potwierdzeniu zobaczysz tu też wcześniejsze zamówienia złożone na ten adres.'

function UnprovenAddress({ email }: { email: string }) {
  const [isSent, setSent] = useState(false)
  const [busy, send] = useAct(async () => {
    const asked = await callApi('post', '/api/me/request-verification', { json: {} })
    if (!asked.ok) toast({ title: 'Błąd', ...toSettingsProblem(asked.failure).toast, tone: 'error' })
    setSent(asked.ok)
  })

  return (
    <SettingsSection title="Potwierdź adres e-mail" text={`Wyślemy link na ${email}. ${AFTER_PROOF}`}>
      {isSent ? (
        <p role="status" className="text-sm font-medium">
          Wysłaliśmy link. Sprawdź skrzynkę.
        </p>
      ) : (
        <Button variant="secondary" busy={busy} onClick={() => void send()}>
          Wyślij link potwierdzający
        </Button>
      )}
    </SettingsSection>
  )
}

type SettingsFormProps = {
  form: { ref: (element: HTMLElement | null) => void; busy: boolean; submit: (event?: FormEvent) => Promise<void> }
  /** The text of the button. */
  save: string
  children: ReactNode
}

function SettingsForm({ form, save, children }: SettingsFormProps) {
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="grid gap-4 sm:grid-cols-2">
      {children}
      <Button type="submit" busy={form.busy} className="sm:col-span-2 sm:justify-self-start">
        {save}
      </Button>
    </form>
  )
}

function NamesForm({ user }: AccountSettingsProps) {
  const form = useForm({
    schema: userNamesSchema.pick({ first_name: true, last_name: true }),
    initial: { first_name: user.first_name ?? '', last_name: user.last_name ?? '' },
    async onSubmit(names) {
      const renamed = await callApi('post', '/api/auth/update-user', { json: names })
      if (!renamed.ok) return toSettingsProblem(renamed.failure)
      await sessionChanged('USER_UPDATED')
      toast({ title: 'Dane zapisane', tone: 'success' })
    },
  })
  return (
    <SettingsSection title="Imię i nazwisko" text="Imię pokazujemy przy Twoich opiniach. Nazwiska nie pokazujemy.">
      <SettingsForm form={form} save="Zapisz">
        <TextField {...form.text('first_name')} label="Imię" autoComplete="given-name" maxLength={100} />
        <TextField {...form.text('last_name')} label="Nazwisko" autoComplete="family-name" maxLength={100} />
      </SettingsForm>
    </SettingsSection>
  )
}

const NO_PASSWORDS = { currentPassword: '', newPassword: '' }

function PasswordForm() {
  const form = useForm({
    schema: passwordChangeSchema,
    initial: NO_PASSWORDS,
    async onSubmit(change) {
      const changed = await callApi('post', '/api/auth/change-password', { json: change })
      if (!changed.ok) {
        const { failure } = changed
        return failure.reason === 'refused' && failure.code === 'invalid_password'
          ? { fields: { currentPassword: failure.message } }
          : toSettingsProblem(failure)
      }
      form.replace(NO_PASSWORDS)
      await queryClient.invalidateQueries(openSessionsQuery)
      toast({ title: 'Hasło zmienione', tone: 'success' })
    },
  })
  return (
    <SettingsSection title="Hasło" text="Po zmianie wylogujemy wszystkie inne urządzenia.">
      <SettingsForm form={form} save="Zmień hasło">
        <PasswordField
          {...form.text('currentPassword')}
          label="Obecne hasło"
          autoComplete="current-password"
          required
        />
        <NewPasswordField {...form.text('newPassword')} />
      </SettingsForm>
    </SettingsSection>
  )
}

type FirstPasswordProps = { email: string; byGoogle: boolean; onSet: () => void }

function FirstPasswordForm({ email, byGoogle, onSet }: FirstPasswordProps) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const form = useForm({
    schema: firstPasswordSchema,
    initial: { newPassword: '' },
    async onSubmit(password) {
      const set = await callApi('post', '/api/me/password', { json: password })
      if (!set.ok && set.failure.reason === 'refused' && set.failure.code === 'sign_in_again') {
        setRefusal(set.failure.message)
        return undefined
      }
      if (!set.ok) return toSettingsProblem(set.failure)
      toast({ title: 'Hasło ustawione', tone: 'success' })
      onSet()
    },
  })
  return (
    <SettingsSection
      title="Ustaw hasło"
      text={`To konto nie ma teraz hasła: logujesz się ${byGoogle ? 'przez Google albo ' : ''}linkiem z wiadomości.`}
    >
      <SettingsForm form={form} save="Ustaw hasło">
        <NewPasswordField {...form.text('newPassword')} />
        {refusal !== null && <NewProof email={email} message={refusal} />}
      </SettingsForm>
    </SettingsSection>
  )
}

type GoogleSettingsProps = {
  email: string
  linked: boolean
  /** Without a password Google cannot be unlinked: it is the last way to sign in. */
  hasPassword: boolean
  onChanged(): void
}

/** Links the account with the Google account of the same address, and unlinks it. */
function GoogleSettings({ email, linked, hasPassword, onChanged }: GoogleSettingsProps) {
  const [busy, unlink] = useAct(async () => {
    const unlinked = await callApi('post', '/api/auth/unlink-google', { json: {} })
    if (unlinked.ok) {
      toast({ title: 'Odłączono Google', tone: 'success' })
      onChanged()
    } else toast({ title: 'Błąd', description: describeApiFailure(unlinked.failure), tone: 'error' })
  })

  if (!linked) {
    return (
      <SettingsSection
        title="Logowanie przez Google"
        text={`Połącz konto Google z adresem ${email}, aby logować się bez wpisywania hasła.`}
      >
        <GoogleButton purpose="link">Połącz z Google</GoogleButton>
      </SettingsSection>
    )
  }
  return (
    <SettingsSection title="Logowanie przez Google" text={`Połączone z kontem Google o adresie ${email}.`}>
      {hasPassword ? (
        <Button variant="secondary" busy={busy} onClick={() => void unlink()}>
          Odłącz Google
        </Button>
      ) : (
        <p className="text-sm">Aby odłączyć Google, najpierw ustaw hasło: inaczej nie da się zalogować.</p>
      )}
    </SettingsSection>
  )
}
