import { Tabs } from '@base-ui/react/tabs'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { LoadError } from '#app/admin/ui/query-view.tsx'
import { queryClient } from '#app/query-client.ts'
import { classNames } from '#app/ui/class-names.ts'
import { ActiveShipments } from './active-shipments.tsx'
import { ArchivedShipments } from './archived-shipments.tsx'
import { archiveCountQuery } from './shipments-data.ts'

const TAB = classNames(
  'min-h-12 border-b-2 border-transparent px-1 font-semibold text-night/80 hover:text-night',
  'data-active:border-gold data-active:text-night',
)

/** 'Przesyłki': active and archived parcels. The address keeps tab, filter and page. */
export default function Shipments() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const archived = useQuery(archiveCountQuery, queryClient)
  return (
    <>
      <h1 className="mb-2 font-display text-2xl">Zarządzanie przesyłkami</h1>
      <Tabs.Root
        value={params.get('tab') === 'archive' ? 'archive' : 'active'}
        onValueChange={(tab) =>
          void navigate({ search: tab === 'archive' ? '?tab=archive' : '' }, { defaultShouldRevalidate: false })
        }
      >
        <Tabs.List className="mb-4 flex gap-x-8 border-b border-night/15">
          <Tabs.Tab value="active" className={TAB}>
            Aktywne
          </Tabs.Tab>
          <Tabs.Tab value="archive" className={TAB}>
            <span>Archiwum</span>
            {archived.data && (
              <span className="ml-2 rounded-full bg-sand px-2 py-0.5 text-xs tabular-nums">{archived.data.total}</span>
            )}
          </Tabs.Tab>
        </Tabs.List>
        {archived.error && (
          <LoadError error={archived.error} onRetry={() => void archived.refetch()} className="mb-4" />
        )}
        <Tabs.Panel value="active">
          <ActiveShipments />
        </Tabs.Panel>
        <Tabs.Panel value="archive">
          <ArchivedShipments />
        </Tabs.Panel>
      </Tabs.Root>
    </>
  )
}
