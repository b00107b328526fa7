import { defineBenchmark } from './benchmark.ts'

export default defineBenchmark({
  title: 'how soon the shop is ready, and what it takes at rest',
  async run(context) {
    const databaseUrl = await context.createDatabase('bench_start')
    const first = await context.startShop({ databaseUrl })
    await context.stop(first.child)
    const second = await context.startShop({ databaseUrl })
    const ready = { unit: 'ms', better: 'lower' } as const
    context.record({
      name: 'first start',
      value: first.readyMs,
      ...ready,
      note: 'migrations, demo catalogue, pictures',
    })
    context.record({ name: 'second start', value: second.readyMs, ...ready, note: 'the database is running already' })
    context.record({ name: 'memory at rest', value: second.residentMib(), unit: 'MiB', better: 'lower' })
  },
})
