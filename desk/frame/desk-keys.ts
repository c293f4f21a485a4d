import { useWords, words } from '../words/language.ts'
import type { KeyGroup } from './key-list.tsx'

const told = words({
  'pt-BR': {
    inQueue: 'Na fila e nas listas',
    inCase: 'No caso e na proposta',
    down: 'Caso seguinte na lista',
    up: 'Caso anterior na lista',
    open: 'Abrir',
    assign: 'Assumir, ou liberar',
    next: 'Próximo caso',
    refresh: 'Atualizar a lista',
    choose: 'Escolher a decisão',
    decide: 'Decidir',
    reveal: 'Revelar dados pessoais',
    back: 'Voltar à fila',
    inPapers: 'Em documentos e vídeo',
    openPapers: 'Abrir documentos e vídeo',
    walkPapers: 'Arquivo anterior, seguinte',
    beside: 'Lado a lado com a selfie',
    large: 'Ampliar, ou reduzir',
    zoom: 'Aumentar, diminuir',
    fit: 'Ajustar à janela',
    turn: 'Girar',
    play: 'Reproduzir, ou pausar',
    frames: 'Quadro a quadro',
    speed: 'Mais devagar, mais rápido',
    still: 'Congelar o quadro',
  },
  'en-US': {
    inQueue: 'In the queue and in lists',
    inCase: 'In a case and a proposal',
    down: 'Down the list',
    up: 'Up the list',
    open: 'Open',
    assign: 'Assign to me, or unassign',
    next: 'Next case',
    refresh: 'Refresh the list',
    choose: 'Choose the decision',
    decide: 'Decide',
    reveal: 'Reveal personal data',
    back: 'Back to the queue',
    inPapers: 'In papers and films',
    openPapers: 'Open papers and film',
    walkPapers: 'File before, after',
    beside: 'Side by side with the selfie',
    large: 'Enlarge, or shrink',
    zoom: 'Larger, smaller',
    fit: 'Fit',
    turn: 'Rotate',
    play: 'Play, or pause',
    frames: 'Frame by frame',
    speed: 'Slower, faster',
    still: 'Freeze the frame',
  },
})

/** Keys of the desk only. */
export function useDeskKeys(): KeyGroup[] {
  const say = useWords(told)
  return [
    [
      say.inQueue,
      [
        ['J', say.down],
        ['K', say.up],
        ['Enter', say.open],
        ['A', say.assign],
        ['N', say.next],
        ['R', say.refresh],
      ],
    ],
    [
      say.inCase,
      [
        ['1 … 9', say.choose],
        ['Ctrl Enter', say.decide],
        ['V', say.reveal],
        ['A', say.assign],
        ['N', say.next],
        ['Esc', say.back],
      ],
    ],
    [
      say.inPapers,
      [
        ['O', say.openPapers],
        ['[ ]', say.walkPapers],
        ['S', say.beside],
        ['E', say.large],
        ['+ −', say.zoom],
        ['0', say.fit],
        ['R', say.turn],
        ['P', say.play],
        [', .', say.frames],
        ['< >', say.speed],
        ['F', say.still],
      ],
    ],
  ]
}
