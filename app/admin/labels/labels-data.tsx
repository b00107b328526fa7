import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { apiQuery } from '#app/admin/panel-calls.ts'
import { Options } from '#app/admin/ui/form-parts.tsx'
import { callApi } from '#app/api-client.ts'
import { queryClient } from '#app/query-client.ts'
import { SelectField } from '#app/ui/form/choice-fields.tsx'

export const producersQuery = apiQuery(['admin-producers'], (signal) =>
  callApi('get', '/api/admin/producers', { signal }),
)

export const labelSettingsQuery = apiQuery(['admin-label-settings'], (signal) =>
  callApi('get', '/api/admin/label-settings', { signal }),
)

type ProducerSelectProps = Omit<ComponentProps<typeof SelectField>, 'value' | 'onChange' | 'children'> & {
  value: string | null
  none: string
  onChange: (id: string | null) => void
}

export function ProducerSelect({ value, none, onChange, ...field }: ProducerSelectProps) {
  const { data } = useQuery(producersQuery, queryClient)
  const producers = data?.items ?? []
  return (
    <SelectField {...field} value={value ?? ''} onChange={({ target }) => onChange(target.value || null)}>
      <option value="">{none}</option>
      {value !== null && producers.every(({ id }) => id !== value) && <option value={value}>Wczytywanie…</option>}
      <Options of={producers.map(({ id, name }) => [id, name])} />
    </SelectField>
  )
}
