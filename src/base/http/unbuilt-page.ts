/**
 * What is shown as long as nothing is built: what to do about it, in both languages, since nobody has chosen one. It does not
 * load itself anew, because whoever has it read aloud would never hear its end.
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
