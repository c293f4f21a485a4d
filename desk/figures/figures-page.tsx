import { PageHead } from '../frame/page-head.tsx'
import { frame } from '../frame/words.ts'
import { useWords } from '../words/language.ts'

export function FiguresPage() {
  const say = useWords(frame)
  return <PageHead title={say.pages.figures} />
}
