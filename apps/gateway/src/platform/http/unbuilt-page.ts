/**
 * The page shown while no build exists: what to do, in both languages, because no language is chosen yet. It does not reload by
 * itself, because that would interrupt screen readers.
 */
export function unbuiltPage(command: string): string {
  return `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Eclusa</title>
<main>
<h1>Estas páginas ainda não foram construídas</h1>
<p>Rode <code>npm run ${command}</code>. No sandbox isso já está acontecendo, e leva alguns segundos.</p>
<p><a href="">Carregar de novo</a></p>
<h2 lang="en-US">These pages are not built yet</h2>
<p lang="en-US">Run <code>npm run ${command}</code>. The sandbox is already doing so, and it takes a few seconds.</p>
<p lang="en-US"><a href="">Load again</a></p>
</main>
</html>
`
}
