/** Styles of a document as a page: the product's colors, in the device's color scheme, and for print. */
export const htmlStyle = `
:root{color-scheme:dark light;--ground:#0a0c10;--raised:#12151c;--line:#ffffff1f;--text:#eceef2;--faint:#9aa3b2;--accent:#8ea2ff}
@media (prefers-color-scheme:light){:root{--ground:#fbfaf7;--raised:#f2f0ea;--line:#0000001f;--text:#15181e;--faint:#5b6472;--accent:#3d4fc4}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.6 Inter,system-ui,-apple-system,"Segoe UI",sans-serif;overflow-wrap:anywhere}
main{max-width:44rem;margin:0 auto;padding:3rem 1.25rem}
footer{max-width:44rem;margin:0 auto;padding:1.5rem 1.25rem 3rem;border-top:1px solid var(--line);font-size:.875rem}
h1{font-size:1.75rem;line-height:1.25;letter-spacing:-.02em;margin:0 0 .75rem}
section{margin-top:2.5rem}
h2{font-size:.8125rem;font-weight:600;color:var(--faint);margin:0 0 .75rem}
h3{font-size:1.25rem;margin:1.75rem 0 .5rem}h4,h5,h6{font-size:1rem;margin:1.25rem 0 .5rem}
p{margin:.75rem 0}.faint{color:var(--faint);font-size:.875rem;margin:.125rem 0}
a{color:var(--accent);text-underline-offset:3px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:2px}
ul,ol{padding-inline-start:1.5rem}li p{margin:.25rem 0}
blockquote{margin:1rem 0;padding-inline-start:1rem;border-inline-start:2px solid var(--line);color:var(--faint)}
pre{padding:1rem;background:var(--raised);border:1px solid var(--line);border-radius:12px;overflow-x:auto}
math{font-size:1.05em}.formula{margin:1rem 0;overflow-x:auto;overflow-y:hidden}
code{font:.875em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.table{overflow-x:auto;border:1px solid var(--line);border-radius:12px;margin:1rem 0}
table{border-collapse:collapse;width:max-content;min-width:100%;font-size:.875rem;font-variant-numeric:tabular-nums}
th,td{padding:.5rem .75rem;max-width:20rem;text-align:start;vertical-align:top;overflow-wrap:break-word;border-bottom:1px solid var(--line)}
tbody tr:last-child td{border-bottom:0}th{color:var(--faint);font-weight:500;background:var(--raised)}
.right{text-align:end}.center{text-align:center}
sup{line-height:0}sup a{text-decoration:none;padding:0 .125rem;font-weight:600}
hr{border:0;border-top:1px solid var(--line);margin:1.5rem 0}
.notes li{font-size:.875rem;color:var(--faint);margin:.375rem 0}
button{padding:.625rem 1.25rem;font:inherit;font-weight:600;color:#fff;background:#4d5fd6;border:0;border-radius:8px;cursor:pointer}
@media print{:root{--ground:#fff;--raised:#f4f4f4;--line:#00000033;--text:#000;--faint:#444;--accent:#000}main,footer{max-width:none;padding:0}pre,.table,.formula{overflow:visible;white-space:pre-wrap}table{width:100%}th,td{overflow-wrap:anywhere}footer,form,button{display:none}}
`;
