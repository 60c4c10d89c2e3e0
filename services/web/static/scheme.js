// The colours that the reader has chosen, before anything is drawn: no page depends on them, so guests share theirs. Who runs
// no scripts has them from a stylesheet.
{
  const chosen = /(?:^|; )scheme=(light|dark)(?:;|$)/.exec(document.cookie)?.[1]
  if (chosen) document.documentElement.dataset.scheme = chosen
}
