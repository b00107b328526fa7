import { BellRing, Trash2 } from 'lucide-react'
import { href } from 'react-router'
import { acceptRefusal, apiQuery, refresh, useWrite } from '#app/admin/panel-calls.ts'
import { QueryCard } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { formatDateTime, formatDay } from '#domain/kernel/text/dates-and-plurals.ts'
import type { PushDevice } from '#domain/owner-notices/owner-notices-queries.server.ts'
import type { PushSubscriptionKeys } from '#domain/owner-notices/push/push-device.ts'

const devicesQuery = apiQuery(['admin-push-devices'], async (signal) => {
  const [stored, own] = await Promise.all([callApi('get', '/api/admin/push-devices', { signal }), findOwnDevice()])
  return stored.ok ? ok({ ...stored.value, own }) : stored
})

const refreshDevices = () => refresh(devicesQuery)

/** The devices that receive notifications, and the button that adds this one. */
export function PushDevicesCard() {
  return (
    <QueryCard
      title="Na telefonie i komputerze"
      query={devicesQuery}
      failed="Nie udało się załadować urządzeń"
      rows={2}
      lead={
        <>
          Powiadomienie przychodzi w ciągu minuty, także gdy panel jest zamknięty. Pokazuje numer i kwotę zamówienia,
          bez danych klientów.
        </>
      }
    >
      {({ devices, own, public_key }) => (
        <>
          {!devices.some(({ endpoint }) => endpoint === own.endpoint) && (
            <SwitchOn support={own.support} publicKey={public_key} />
          )}
          {devices.length > 0 && (
            <ul
              aria-label="Urządzenia z powiadomieniami"
              className="mt-3 divide-y divide-night/10 border-t border-night/10"
            >
              {devices.map((device) => (
                <DeviceRow key={device.id} device={device} isOwn={device.endpoint === own.endpoint} />
              ))}
            </ul>
          )}
        </>
      )}
    </QueryCard>
  )
}

/** Why notices cannot be switched on here, and what to do. */
const HINTS: Record<Exclude<PushSupport, 'ready'>, string> = {
  blocked: 'Ta przeglądarka blokuje powiadomienia ze sklepu. Zezwól na nie w jej ustawieniach i odśwież stronę.',
  home_screen:
    'Na iPhonie i iPadzie najpierw dodaj panel do ekranu początkowego: „Udostępnij”, potem „Do ekranu ' +
    'początkowego”. Otwórz go stamtąd i wróć tutaj.',
  missing:
    'Ta przeglądarka nie pokazuje powiadomień. Otwórz panel w Chrome, Edge, Firefoxie albo Safari, ' +
    'pod adresem z https.',
}

const NOT_SUBSCRIBED = {
  not_allowed: 'Przeglądarka nie dostała zgody na powiadomienia. Spróbuj ponownie i zezwól na nie.',
  unavailable: 'Usługa powiadomień tej przeglądarki nie odpowiada. Sprawdź połączenie i spróbuj ponownie.',
} as const

function SwitchOn({ support, publicKey }: { support: PushSupport; publicKey: string }) {
  const switchOn = useWrite({
    async call() {
      const subscription = await subscribe(publicKey)
      if (!subscription.ok) throw new Error(NOT_SUBSCRIBED[subscription.failure.reason])
      return callApi('post', '/api/admin/push-devices', { json: subscription.value })
    },
    failed: 'Nie udało się włączyć powiadomień',
    onSuccess: () => toast({ title: 'Powiadomienia są włączone na tym urządzeniu', tone: 'success' }),
    onSettled: refreshDevices,
  })
  if (support !== 'ready') return <p className="rounded-xl bg-sand/60 px-4 py-3 text-sm">{HINTS[support]}</p>
  return (
    <Button busy={switchOn.isPending} onClick={() => switchOn.mutate()}>
      {!switchOn.isPending && <BellRing aria-hidden="true" className="size-4 max-sm:hidden" />}
      <span>Włącz powiadomienia na tym urządzeniu</span>
    </Button>
  )
}

function DeviceRow({ device, isOwn }: { device: PushDevice; isOwn: boolean }) {
  const { id, name } = device
  const test = useWrite({
    call: () => callApi('post', '/api/admin/push-devices/:id/test', { param: { id } }),
    failed: 'Próbne powiadomienie nie wyszło',
    onSuccess: () => toast({ title: 'Wysłano próbne powiadomienie', description: name, tone: 'success' }),
    onSettled: refreshDevices,
  })
  const remove = useWrite({
    async call() {
      const removed = await callApi('delete', '/api/admin/push-devices/:id', { param: { id } })
      const answer = acceptRefusal(removed, 'push_device_not_found')
      if (answer.ok && isOwn) await unsubscribe()
      return answer
    },
    failed: 'Nie udało się usunąć urządzenia',
    onSuccess: () => toast({ title: 'Powiadomienia są wyłączone', description: name, tone: 'success' }),
    onSettled: refreshDevices,
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <div className="mr-auto min-w-0">
        <p className="font-semibold">
          <span>{name}</span>
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

function LastMessage({ device: { last_success_at, failed_at } }: { device: PushDevice }) {
  if (failed_at !== null)
    return (
      <span className="font-medium text-wine">Powiadomienie z {formatDateTime(new Date(failed_at))} nie doszło.</span>
    )
  if (last_success_at === null) return 'Nic jeszcze nie przyszło.'
  return `Ostatnie: ${formatDateTime(new Date(last_success_at))}.`
}

/** The file is at the top of public/, because a service worker serves only paths below its own. */
const WORKER = '/admin-worker.js'

/** Whether notices can be switched on here; `home_screen`: once the panel is on the home screen of the iPhone. */
type PushSupport = 'ready' | 'blocked' | 'home_screen' | 'missing'

/** This browser: what it supports, and where it receives messages; null where it does not. */
type OwnDevice = { support: PushSupport; endpoint: string | null }

async function findOwnDevice(): Promise<OwnDevice> {
  // Browsers have them on https and on localhost alone.
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return { support: /iPhone|iPad/.test(navigator.userAgent) ? 'home_screen' : 'missing', endpoint: null }
  const registration = await navigator.serviceWorker.getRegistration(href('/admin'))
  const subscription = await registration?.pushManager.getSubscription()
  return {
    support: Notification.permission === 'denied' ? 'blocked' : 'ready',
    endpoint: subscription?.endpoint ?? null,
  }
}

/** Asks for permission and subscribes this browser to messages that are signed by the shop's key. */
async function subscribe(
  publicKey: string,
): Promise<Result<PushSubscriptionKeys, { reason: 'not_allowed' | 'unavailable' }>> {
  if ((await Notification.requestPermission()) !== 'granted') return fail({ reason: 'not_allowed' })
  try {
    const registration = await navigator.serviceWorker.register(WORKER, { scope: href('/admin') })
    await navigator.serviceWorker.ready
    // Replaces a subscription for another key, or one that the shop does not know.
    await (await registration.pushManager.getSubscription())?.unsubscribe()
    const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    const { endpoint, keys } = made.toJSON()
    return ok({ endpoint: endpoint ?? made.endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' })
  } catch (cause) {
    console.warn('The browser could not be subscribed.', cause)
    return fail({ reason: 'unavailable' })
  }
}

/** Ends the subscription of this browser, if it has one. */
async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(href('/admin'))
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
