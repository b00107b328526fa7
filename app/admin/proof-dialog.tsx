import { useQuery } from '@tanstack/react-query'
import { type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { z } from 'zod'
import { callApi, setProveAgain } from '#app/api-client.ts'
import { accountQuery, queryClient } from '#app/query-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { PasswordField, TextField } from '#app/ui/form/text-field.tsx'
import { ACCOUNT_TEXTS } from '#domain/accounts/account.ts'
import { IsOwner } from './is-owner.ts'
import { describePanelFailure } from './panel-calls.ts'

/** The dialog that asks for password or code when a call of the admin's pages needs a recent proof. */
export function RecentProof({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const waiting = useRef<((proven: boolean) => void) | null>(null)
  const settle = useCallback((proven: boolean) => {
    waiting.current?.(proven)
    waiting.current = null
    setOpen(false)
  }, [])
  useEffect(() => {
    setProveAgain(() => {
      waiting.current?.(false)
      setOpen(true)
      return new Promise((resolve) => {
        waiting.current = resolve
      })
    })
    return () => setProveAgain(null)
  }, [])
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the Back button leaves the page and closes the dialog
  useEffect(() => () => settle(false), [key, settle])
  return (
    <>
      {children}
      {open && <ProofDialog onProven={() => settle(true)} onClose={() => settle(false)} />}
    </>
  )
}

const passwordSchema = z.object({ typed: z.string().min(1, ACCOUNT_TEXTS.passwordRequired) })
const codeSchema = z.object({ typed: z.string().trim().min(1, ACCOUNT_TEXTS.secondFactorRequired) })

function ProofDialog({ onProven, onClose }: { onProven: () => void; onClose: () => void }) {
  const { data: account } = useQuery(accountQuery, queryClient)
  const isOwners = use(IsOwner)
  const [kind, setKind] = useState<'password' | 'code'>('password')
  const form = useForm({
    schema: kind === 'password' ? passwordSchema : codeSchema,
    initial: { typed: '' },
    async onSubmit({ typed }) {
      const json = kind === 'password' ? { password: typed } : { code: typed }
      const answer = await callApi('post', '/api/admin/prove', { json })
      if (!answer.ok) return { fields: { typed: describePanelFailure(answer.failure, ACCOUNT_TEXTS.noConnection) } }
      onProven()
      return undefined
    },
  })
  return (
    <Dialog open onClose={onClose} title="Potwierdź, że to Ty" size="sm">
      <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-4 px-5 py-4 sm:px-7">
        <p className="text-sm">
          Chodzi o pieniądze, dane klientów, prawo albo wiele rzeczy naraz.{' '}
          {kind === 'code' ? 'Podaj kod z aplikacji' : isOwners ? 'Podaj hasło administratora' : 'Podaj swoje hasło'}:
          przez następne 10 minut nie zapytamy ponownie.
        </p>
        <div key={kind}>
          {kind === 'password' ? (
            <PasswordField {...form.text('typed')} label="Hasło" autoComplete="current-password" required autoFocus />
          ) : (
            <TextField
              {...form.text('typed')}
              label="Kod z aplikacji lub kod zapasowy"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
              required
              autoFocus
            />
          )}
        </div>
        <div className="flex flex-wrap items-center justify-end gap-2">
          {account?.second_factor && (
            <Button
              variant="quiet"
              className="mr-auto"
              disabled={form.busy}
              onClick={() => {
                form.replace({ typed: '' })
                setKind(kind === 'password' ? 'code' : 'password')
              }}
            >
              {kind === 'password' ? 'Użyj kodu' : 'Użyj hasła'}
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>
            Anuluj
          </Button>
          <Button type="submit" busy={form.busy} disabled={form.values.typed.trim() === ''}>
            Potwierdź
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
