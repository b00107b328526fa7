import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useWrite } from '#app/admin/panel-calls.ts'
import { announceSync, RunProgress } from '#app/admin/run-progress.tsx'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'

/** Sends all products to the payment provider. A press while that is under way shows its progress. */
export function useProductSync(provider: string) {
  const [runId, setRunId] = useState<string | null>(null)
  const [running, setRunning] = useState(false)
  const start = useWrite({
    call: () => callApi('post', '/api/admin/product-sync'),
    failed: 'Błąd synchronizacji',
    onSuccess({ id }) {
      setRunId(id)
      setRunning(true)
    },
  })
  const busy = start.isPending || running

  return {
    button: (
      <Button variant="secondary" size="tight" busy={busy} onClick={() => start.mutate()}>
        {!busy && <RefreshCw aria-hidden="true" className="size-4 max-[26rem]:hidden" />}
        <span>Synchronizuj ze {provider}</span>
      </Button>
    ),
    progress: runId !== null && (
      <div className="card p-2">
        <RunProgress
          key={runId}
          runId={runId}
          label={`Synchronizacja ze ${provider}`}
          onEnd={(run) => {
            setRunning(false)
            announceSync(run)
          }}
        />
      </div>
    ),
  }
}
