// npm start, npm run dev, npm run bench: installs and builds what is missing or outdated, then runs the program. This
// file runs on the machine's own Node, so it avoids recent syntax.
const oldest = 20
if (Number(process.versions.node.split('.')[0]) < oldest) {
  console.error(`Sklep potrzebuje Node ${oldest} albo nowszego, a tu jest Node ${process.versions.node}.`)
  process.exit(1)
}

const programs = {
  shop: { file: 'build/server/index.js', mode: 'production', built: true, dev: false },
  // Hot reload, on the same embedded database.
  dev: { file: 'scripts/dev-server.mjs', mode: 'development', built: false, dev: true },
  // The first lines of each script describe it.
  backup: { file: 'scripts/backup.ts', mode: 'production', built: false, dev: false },
  restore: { file: 'scripts/restore.ts', mode: 'production', built: false, dev: false },
  'start-clean': { file: 'scripts/start-clean.ts', mode: 'production', built: false, dev: false },
  doctor: { file: 'scripts/doctor.ts', mode: 'production', built: false, dev: false },
  'rehearse-restore': { file: 'scripts/rehearse-restore.ts', mode: 'production', built: false, dev: false },
  // Measures the built shop on this machine: all benchmarks of tests/bench, or those named.
  bench: { file: 'tests/bench/run.ts', mode: 'production', built: true, dev: true },
}

import('./prepare.mjs').then(async ({ ensureInstalled, ensureBuilt, runProgram }) => {
  const program = programs[process.argv[2] || 'shop']
  await ensureInstalled({ dev: program.dev })
  if (program.built) await ensureBuilt()
  process.exitCode = await runProgram(program.file, program.mode, process.argv.slice(3))
})
