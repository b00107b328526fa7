import { useRemoval } from '#app/admin/confirm-dialog.tsx'
import { formatShortMoment } from '#app/admin/orders/moments.ts'
import { apiQuery, refresh, toFormProblem, useWrite } from '#app/admin/panel-calls.ts'
import { QueryCard } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/form/choice-fields.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { EmailField } from '#app/ui/form/text-field.tsx'
import { toast } from '#app/ui/toast.ts'
import { INVITED_ROLES } from '#domain/accounts/account.ts'
import type { Person } from '#domain/accounts/people-queries.server.ts'
import { INVITED_ROLE_LABELS, type Invitation, invitationSchema, MOST_PEOPLE } from '#domain/accounts/person.ts'

const peopleQuery = apiQuery(['admin-people'], (signal) => callApi('get', '/api/admin/people', { signal }))

/** 'Osoby': who helps to pack, and who reads the papers. */
export default function PeoplePage() {
  return (
    <QueryCard
      title="Kto pomaga w sklepie"
      lead="Kto pakuje, widzi tylko Pakowanie: co włożyć do paczki i do kogo ona idzie, karty i etykiety. Nie widzi cen,
        utargu, klientów ani ustawień; kwotę tylko wtedy, gdy jest do pobrania. Księgowość widzi tylko miesiące z plikami
        JPK, faktury i ewidencję zwrotów: czyta i pobiera, niczego nie zmienia."
      query={peopleQuery}
      failed="Nie udało się załadować osób"
      rows={2}
    >
      {({ items }) => (
        <>
          <People items={items} />
          {items.length < MOST_PEOPLE ? (
            <InvitationForm />
          ) : (
            <p className="text-sm text-oud">
              Zaprosić można najwyżej {MOST_PEOPLE} osób. Usuń którąś, aby zaprosić nową.
            </p>
          )}
        </>
      )}
    </QueryCard>
  )
}

function People({ items }: { items: readonly Person[] }) {
  const invite = useWrite({
    call: ({ id }: Person) => callApi('post', '/api/admin/people/:id/invite', { param: { id } }),
    failed: 'Nie udało się wysłać zaproszenia',
    onSuccess: (_, { email }) => toast({ title: 'Zaproszenie wysłane ponownie', description: email, tone: 'success' }),
    onSettled: () => refresh(peopleQuery),
  })
  const removal = useRemoval<Person>({
    title: 'Usunąć tę osobę?',
    confirm: 'Usuń osobę',
    question: (person) =>
      `${person?.email ?? ''} od razu straci dostęp do panelu, na każdym urządzeniu. Co zrobiono do tej pory, zostaje w Dzienniku.`,
    call: ({ id }) => callApi('delete', '/api/admin/people/:id', { param: { id } }),
    failed: 'Nie udało się usunąć osoby',
    done: 'Osoba usunięta',
    nameOf: ({ email }) => email,
    refresh: () => refresh(peopleQuery),
  })
  return (
    <>
      {items.length === 0 && <p className="mb-4 text-sm text-night/85">Na razie panel masz tylko Ty.</p>}
      <ul className="mb-4 divide-y divide-night/10">
        {items.map((person) => (
          <li key={person.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <div className="min-w-0 flex-1 basis-48 text-sm wrap-anywhere">
              <p className="font-semibold">{person.email}</p>
              <p className="text-xs text-oud">{describePerson(person)}</p>
            </div>
            <div className="-mr-3 ml-auto flex gap-1">
              {!person.accepted && (
                <Button
                  variant="secondary"
                  size="tight"
                  aria-label={`Wyślij ponownie zaproszenie: ${person.email}`}
                  busy={invite.isPending && invite.variables.id === person.id}
                  onClick={() => invite.mutate(person)}
                >
                  Wyślij ponownie
                </Button>
              )}
              <Button
                variant="quiet"
                size="tight"
                aria-label={`Usuń osobę: ${person.email}`}
                onClick={() => removal.ask(person)}
              >
                Usuń
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {removal.dialog}
    </>
  )
}

/** 'Pakuje. Zaproszono 21.11.26, 10:28; link działa do 28.11.26, 10:28' */
function describePerson({ role, accepted, invited_at, link_until, last_sign_in_at }: Person): string {
  const invited = `${INVITED_ROLE_LABELS[role]}. Zaproszono ${formatShortMoment(invited_at)}`
  if (!accepted) {
    const link = link_until === null ? 'link stracił ważność' : `link działa do ${formatShortMoment(link_until)}`
    return `${invited}; ${link}`
  }
  const last = last_sign_in_at === null ? '' : `; ostatnie logowanie ${formatShortMoment(last_sign_in_at)}`
  return `${invited}${last}`
}

const NO_INVITATION: Invitation = { email: '', role: 'packer' }

function InvitationForm() {
  const form = useForm({
    schema: invitationSchema,
    initial: NO_INVITATION,
    async onSubmit(json) {
      const answer = await callApi('post', '/api/admin/people', { json })
      await refresh(peopleQuery)
      if (!answer.ok) return toFormProblem('Nie udało się zaprosić', answer.failure)
      toast({ title: 'Zaproszenie wysłane', description: json.email, tone: 'success' })
      form.replace(NO_INVITATION)
      return undefined
    },
  })
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="flex flex-wrap items-start gap-3">
      <SelectField {...form.text('role')} label="Co będzie robić" className="basis-40">
        {INVITED_ROLES.map((role) => (
          <option key={role} value={role}>
            {INVITED_ROLE_LABELS[role]}
          </option>
        ))}
      </SelectField>
      <EmailField
        {...form.text('email')}
        label="E-mail osoby"
        hint="Wyślemy link do ustawienia hasła. Działa raz, przez 7 dni."
        autoComplete="email"
        required
        className="min-w-0 flex-1 basis-64"
      />
      <Button type="submit" busy={form.busy} className="sm:mt-7">
        Zaproś
      </Button>
    </form>
  )
}
