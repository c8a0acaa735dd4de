/** The logo and name above a shared page, which link to the product. */
export const headerStyle = `
header{max-width:44rem;margin:0 auto;padding:1.25rem 1.25rem 0}header+main{padding-top:2rem}
header a{display:inline-flex;align-items:center;gap:.625rem;min-height:2.75rem;color:inherit;font-weight:600;text-decoration:none}
header a:hover{text-decoration:underline}header img{border-radius:6px}
@media print{header{max-width:none;padding:0}}
`;
/** The password and copy forms of a shared page. */
export const formStyle = `
.problem{color:#ff858e}
form{max-width:24rem;margin:4rem auto}form.copy{margin:2.5rem 0 0;max-width:none;padding-top:1.5rem;border-top:1px solid var(--line)}form.copy .faint{margin-top:.625rem}
form.lead{display:inline;margin:0}form.lead button{display:inline-block;padding:0;font:inherit;color:var(--accent);background:none;border-radius:2px;text-align:start;text-decoration:underline;text-underline-offset:3px}
.files ul{list-style:none;padding:0;margin:0}.files li{padding:.625rem 0;border-bottom:1px solid var(--line)}.files li:last-child{border-bottom:0}
.passage{white-space:pre-wrap;padding:1rem;background:var(--raised);border:1px solid var(--line);border-radius:12px}mark{background:#6b5500;color:#fff}
@media (prefers-color-scheme:light){.problem{color:#b42335}mark{background:#ffe9a8;color:inherit}}
label{display:block;font-size:.875rem}
input{display:block;width:100%;margin:.375rem 0 1rem;padding:.625rem .75rem;font:inherit;color:inherit;background:var(--raised);border:1px solid var(--line);border-radius:8px}
`;
