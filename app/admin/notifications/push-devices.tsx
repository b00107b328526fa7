import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { BellRing, Trash2 } from 'lucide-react'
import { CardFailure, CardLoading, OverviewCard } from '#app/admin/overview/overview-card.tsx'
import { callApi } from '#app/api-client.ts'
import { orThrow, queryClient } from '#app/query-client.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.ts'
import { formatDateTime, formatDay } from '#domain/kernel/text.ts'
import type { PushDevices as Devices } from '#domain/owner-notices/push/push-device.ts'
import { findOwnDevice, type PushSupport, subscribe, unsubscribe } from './push-subscription.ts'

type Device = Devices['devices'][number]

const devicesQuery = queryOptions({
  queryKey: ['admin-push-devices'],
  queryFn: async ({ signal }) => {
    const [stored, own] = await Promise.all([callApi('get', '/api/admin/push-devices', { signal }), findOwnDevice()])
    return { ...orThrow(stored), own }
  },
})

const refresh = () => queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey })

/** On which phones and computers the owner is told, this one above all. */
export function PushDevices() {
  const { data, error, refetch } = useQuery(devicesQuery, queryClient)
  const isOn = data?.devices.some(({ endpoint }) => endpoint === data.own.endpoint) ?? false
  return (
    <OverviewCard title="Na telefonie i komputerze">
      <p className="mb-3 text-sm text-night/85">
        Powiadomienie przychodzi w ciągu minuty, także gdy panel jest zamknięty. Pokazuje numer i kwotę zamówienia, bez
        danych klientów.
      </p>
      {data ? (
        <>
          {!isOn && <SwitchOn support={data.own.support} publicKey={data.public_key} />}
          {data.devices.length > 0 && (
            <ul
              aria-label="Urządzenia z powiadomieniami"
              className="mt-3 divide-y divide-night/10 border-t border-night/10"
            >
              {data.devices.map((device) => (
                <DeviceRow key={device.id} device={device} isOwn={device.endpoint === data.own.endpoint} />
              ))}
            </ul>
          )}
        </>
      ) : error ? (
        <CardFailure title="Nie udało się załadować urządzeń" error={error} onRetry={() => void refetch()} />
      ) : (
        <CardLoading rows={2} />
      )}
    </OverviewCard>
  )
}

/** Why notices cannot be switched on here, and what to do. */
const HINTS: Record<Exclude<PushSupport, 'ready'>, string> = {
  blocked: 'Ta przeglądarka blokuje powiadomienia ze sklepu. Zezwól na nie w jej ustawieniach i odśwież stronę.',
  home_screen:
    'Na iPhonie i iPadzie najpierw dodaj panel do ekranu początkowego: „Udostępnij”, potem „Do ekranu początkowego”. Otwórz go stamtąd i wróć tutaj.',
  missing:
    'Ta przeglądarka nie pokazuje powiadomień. Otwórz panel w Chrome, Edge, Firefoxie albo Safari, pod adresem z https.',
}

const FAILED = 'Nie udało się włączyć powiadomień'

function SwitchOn({ support, publicKey }: { support: PushSupport; publicKey: string }) {
  const switchOn = useMutation(
    {
      mutationFn: async () => {
        const subscription = await subscribe(publicKey)
        if (!subscription.ok)
          throw new Error(
            subscription.failure.reason === 'not_allowed'
              ? 'Przeglądarka nie dostała zgody na powiadomienia. Spróbuj ponownie i zezwól na nie.'
              : 'Usługa powiadomień tej przeglądarki nie odpowiada. Sprawdź połączenie i spróbuj ponownie.',
          )
        return orThrow(await callApi('post', '/api/admin/push-devices', { json: subscription.value }))
      },
      onSuccess: () => toast({ title: 'Powiadomienia są włączone na tym urządzeniu', tone: 'success' }),
      onError: ({ message }) => toast({ title: FAILED, description: message, tone: 'error' }),
      onSettled: refresh,
    },
    queryClient,
  )
  if (support !== 'ready') return <p className="rounded-xl bg-sand/60 px-4 py-3 text-sm">{HINTS[support]}</p>
  return (
    <Button busy={switchOn.isPending} onClick={() => switchOn.mutate()}>
      {!switchOn.isPending && <BellRing aria-hidden="true" className="size-4 max-sm:hidden" />}
      Włącz powiadomienia na tym urządzeniu
    </Button>
  )
}

function DeviceRow({ device, isOwn }: { device: Device; isOwn: boolean }) {
  const { id, name } = device
  const test = useMutation(
    {
      mutationFn: async () => orThrow(await callApi('post', '/api/admin/push-devices/:id/test', { param: { id } })),
      onSuccess: () => toast({ title: 'Wysłano próbne powiadomienie', description: name, tone: 'success' }),
      onError: ({ message }) =>
        toast({ title: 'Próbne powiadomienie nie wyszło', description: message, tone: 'error' }),
      onSettled: refresh,
    },
    queryClient,
  )
  const remove = useMutation(
    {
      mutationFn: async () => {
        const removed = await callApi('delete', '/api/admin/push-devices/:id', { param: { id } })
        const isGone =
          !removed.ok && removed.failure.reason === 'refused' && removed.failure.code === 'push_device_not_found'
        if (!isGone) orThrow(removed)
        if (isOwn) await unsubscribe()
      },
      onSuccess: () => toast({ title: 'Powiadomienia są wyłączone', description: name, tone: 'success' }),
      onError: ({ message }) =>
        toast({ title: 'Nie udało się usunąć urządzenia', description: message, tone: 'error' }),
      onSettled: refresh,
    },
    queryClient,
  )
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <div className="mr-auto min-w-0">
        <p className="font-semibold">
          {name}
          {isOwn && <span className="ml-2 rounded-full bg-sage px-2 py-0.5 text-xs font-semibold">to urządzenie</span>}
        </p>
        <p className="text-xs text-oud">
          Od {formatDay(new Date(device.created_at))}. <LastMessage device={device} />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="tight"
          busy={test.isPending}
          aria-label={`Wyślij próbne: ${name}`}
          onClick={() => test.mutate()}
        >
          Wyślij próbne
        </Button>
        <Button
          variant="quiet"
          size="tight"
          busy={remove.isPending}
          aria-label={`Usuń urządzenie: ${name}`}
          onClick={() => remove.mutate()}
        >
          <Trash2 aria-hidden="true" className="size-4" />
          Usuń
        </Button>
      </div>
    </li>
  )
}

function LastMessage({ device: { last_success_at, failed_at } }: { device: Device }) {
  if (failed_at !== null)
    return (
      <span className="font-medium text-wine">Powiadomienie z {formatDateTime(new Date(failed_at))} nie doszło.</span>
    )
  if (last_success_at === null) return 'Nic jeszcze nie przyszło.'
  return `Ostatnie: ${formatDateTime(new Date(last_success_at))}.`
}
