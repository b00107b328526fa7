import { z } from 'zod'
import { sessionChanged } from '#app/account/session.ts'
import { describeApiFailure } from '#app/account/sign-in/link-request-form.tsx'
import { callApi } from '#app/api-client.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { drawQr } from '#app/ui/qr-path.ts'
import { secondFactorSchema } from '#domain/accounts/account.ts'

const codeSchema = z.object({
  code: z
    .string()
    .transform((typed) => typed.replaceAll(/\s/g, ''))
    .pipe(secondFactorSchema.shape.code),
})

/** Shows the secret as a QR code and as text, until the first code proves that the authenticator app has it. */
export function AppSetup({ totpURI, onCancel, onVerified }: { totpURI: string; onCancel(): void; onVerified(): void }) {
  const secret = new URL(totpURI).searchParams.get('secret') ?? ''
  const form = useForm({
    schema: codeSchema,
    initial: { code: '' },
    async onSubmit(json) {
      const verified = await callApi('post', '/api/auth/two-factor/verify-totp', { json })
      if (!verified.ok) return { fields: { code: describeApiFailure(verified.failure) } }
      await sessionChanged('MFA_CHALLENGE_VERIFIED')
      onVerified()
    },
  })
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="grid gap-5 sm:grid-cols-[auto_1fr]">
      <QrCode text={totpURI} label="Kod QR dla aplikacji uwierzytelniającej" className="size-48 justify-self-center" />
      <div className="grid content-start gap-4">
        <ol className="grid list-decimal gap-1 pl-5 text-sm">
          <li>
            Zeskanuj kod w aplikacji uwierzytelniającej albo{' '}
            <a href={totpURI} className="font-semibold underline underline-offset-4">
              otwórz ją na tym urządzeniu
            </a>
            .
          </li>
          <li>
            Nie możesz zeskanować? Przepisz klucz:{' '}
            <code className="font-semibold wrap-anywhere">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
          </li>
          <li>Wpisz kod, który pokazuje aplikacja.</li>
        </ol>
        <TextField
          {...form.text('code')}
          label="Kod z aplikacji"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          required
          className="max-w-xs"
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={form.busy}>
            Potwierdź i włącz
          </Button>
          <Button variant="quiet" disabled={form.busy} onClick={onCancel}>
            Anuluj
          </Button>
        </div>
      </div>
    </form>
  )
}

export function BackupCodes({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`
  return (
    <div className="grid gap-4">
      <p role="status" className="text-sm">
        <strong>Zapisz kody zapasowe teraz: pokazujemy je tylko raz.</strong> Każdy zastąpi jeden raz kod z aplikacji,
        gdy nie masz telefonu.
      </p>
      <ul
        aria-label="Kody zapasowe"
        className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-xl bg-sand px-4 py-3 tabular-nums sm:grid-cols-3"
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <a href={file} download="kody-zapasowe.txt" className={buttonClass('secondary')}>
          Pobierz jako plik
        </a>
        <Button onClick={onClose}>Kody są zapisane</Button>
      </div>
    </div>
  )
}

/** A QR code as one path, black on white on any background. */
function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { size, path } = drawQr(text)
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
