import { useMutation } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { announceSync, RunProgress } from '#app/admin/run-progress.tsx'
import { callApi } from '#app/api-client.ts'
import { queryClient } from '#app/query-client.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.ts'

/** Sends all products to the payment provider; pressed while that is under way it shows what is. */
export function useProductSync(provider: string) {
  const [runId, setRunId] = useState<string | null>(null)
  const [running, setRunning] = useState(false)
  const { mutateAsync, isPending } = useMutation(
    { mutationFn: () => callApi('post', '/api/admin/product-sync') },
    queryClient,
  )

  async function start() {
    const started = await mutateAsync()
    if (started.ok) {
      setRunId(started.value.id)
      setRunning(true)
      return
    }
    const { failure } = started
    const description = failure.reason === 'refused' ? failure.message : 'Brak połączenia ze sklepem.'
    toast({ title: 'Błąd synchronizacji', description, tone: 'error' })
  }

  return {
    button: (
      <Button variant="secondary" size="tight" busy={isPending || running} onClick={() => void start()}>
        {!(isPending || running) && <RefreshCw aria-hidden="true" className="size-4 max-[26rem]:hidden" />}
        Synchronizuj ze {provider}
      </Button>
    ),
    progress: runId !== null && (
      <div className="rounded-2xl border border-night/10 bg-white p-2">
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
