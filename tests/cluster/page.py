"""The commands of docs/cluster.md, as they stand there, on one machine that is four nodes, three hosts and a head.

All blocks of kind `sh cluster` are run in their order, in one shell, as tests/docs/run_blocks.py does with those of other kinds.
SUBSTITUTES is all that is written instead of what a reader has to replace, and of what takes too long as it stands.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from daemons import Daemons, program, skip
from hosts import Hosts
from slurm import Slurm

TESTS = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "docs"), str(TESTS / "remote")]
import postgres  # noqa: E402
import run_blocks  # noqa: E402

PAGE, KIND = "docs/cluster.md", "sh cluster"
# What the proof of the test claims.
CLAIM, TOLD = "freestyle 15 black h8 a1 i9", "freestyle 15x15: black wins from h8 a1 i9"
# A game of half a minute of processor time, so that each of three workers finds jobs.
GAME, OPENING = "freestyle", "h8 e7"
PRESENT_BUILD = "mkdir -p build/release/cli; ln -sf {program} build/release/cli/fiveproof"
SUBSTITUTES = [
    ("git clone REPOSITORY fiveproof", "mkdir fiveproof && cp -r scripts fiveproof"),
    ("scripts/setup && cmake --preset release && cmake --build --preset release --target fiveproof", PRESENT_BUILD),
    ("scripts/demo ", PRESENT_BUILD + " "),
    ("/shared/", "{shared}/"),  # another one for each block: a check of so many shards is none of as many others
    (" 1600 ", " 8 "),
    (" 400 ", " 4 "),
    ('"standard 15 black"', '"{claim}"'),
    ("8/host1,8/host2", "1/host1,1/host2"),  # parallel tries so many logins beforehand
    (",16/host3", ",2/host3"),
    ("squeue --me", 'squeue --me; until [ -z "$(squeue --me --noheader)" ]; do sleep 0.2; done'),
    ("host=head", "host={head}"),
    ('--rule renju --moves "h8 o14"', f'--rule {GAME} --moves "{OPENING}"'),
    ("--jobs 640 --threads 16", "--jobs 64 --threads 1 & maker=$!"),  # the workers come while it is there
    ("--array=1-40", "--array=1-2"),
    ("--idle 10m", "--idle 3s"),
]
# What a shell of one's own would not have to say: whoever ends early leaves nobody behind who has the output open.
BEFORE = """trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
export SLURM_CONF={slurm} PARALLEL_SSH='{ssh}'
"""
AFTER = """wait $maker
until [ -z "$(squeue --me --noheader)" ]; do sleep 0.2; done
"""
# `sudo -u postgres psql`, where the test has a server of its own. A command that fails is noticed.
SUDO = """#!/bin/sh
[ "$*" = "-u postgres psql" ] || {{ echo "sudo: expected -u postgres psql, found $*" >&2; exit 1; }}
exec {psql} -X -v ON_ERROR_STOP=1 "{url}"
"""
# scripts/setup is run as it stands; a test installs nothing.
APT = "#!/bin/sh\nexit 1\n"


def require(condition, what):
    if not condition:
        sys.exit(f"not so: {what}")


def substituted(text, words):
    """The text as it is run, and which of SUBSTITUTES it had."""
    found = set()
    for shown, meant in SUBSTITUTES:
        if shown in text:
            found.add(shown)
            text = text.replace(shown, meant.format(**words))
    return text, found


def script_of(blocks, folder, words):
    """All blocks, each of which tells that it has come to its end."""
    script, used = BEFORE.format(**words), set()
    for i, text in enumerate(blocks):
        shared = folder / f"shared-{i + 1}"
        shared.mkdir()
        shutil.copy(folder / "proof.fvp", shared)
        text, found = substituted(text, {**words, "shared": shared})
        used |= found
        script += f'cd "{folder}"\n{text}echo "block {i + 1} has run"\n'
    for shown, _ in SUBSTITUTES:
        require(shown in used, f"{PAGE} has what is substituted: {shown}")
    return script + f'cd "{folder}"\n' + AFTER


def shim(folder, name, text):
    (folder / "bin").mkdir(exist_ok=True)
    path = folder / "bin" / name
    path.write_text(text)
    path.chmod(0o755)
    return folder / "bin"


def require_installed(root, folder):
    """What the page installs is there: without it there is nothing to be seen."""
    path = f"{shim(folder, 'apt-get', APT)}:{shim(folder, 'sudo', APT)}:{os.environ['PATH']}"
    done = subprocess.run([root / "scripts" / "setup", "--cluster", "--queue"], env={**os.environ, "PATH": path}, capture_output=True,
                          text=True)
    if done.returncode != 0:
        found = re.search(r"install(?:ing|:) (.*)", done.stdout + done.stderr)
        skip(f"{found[1] if found else done.stderr} not installed (scripts/setup --cluster --queue)")


def jobs_of(told):
    return sum(int(number.replace(",", "")) for number in re.findall(r"WORKED ([\d,]+) jobs?", told))


def require_told(told, blocks, folder, fiveproof):
    for i in range(len(blocks)):
        require(f"\nblock {i + 1} has run\n" in told, f"block {i + 1} has run")
    verdicts = [line for line in told.splitlines() if line.startswith("VERIFIED") and TOLD in line]
    trusted = [re.findall(r"TRUSTING (\d+) reports", line) for line in verdicts]
    require(trusted == [["8"], ["4"], []], f"the page's three verdicts: {verdicts}")
    require("PARTITION" in told and "8 shards handed in, 0 in the queue, 8 in all" in told, "Slurm has had the shards")
    require("0 pieces refused\n" in told, "no piece was refused")
    require_proved(told, folder, fiveproof)
    print(f"all {len(blocks)} blocks of {PAGE} have run")


def require_proved(told, folder, fiveproof):
    logs = "".join(path.read_text() for path in folder.glob("work-*.log"))
    # Who comes first has the jobs, and those who come later may find none.
    require(logs.count("WORKED") == 2, f"the workers of Slurm have worked: {logs}")
    require("WORKED" in told, "the worker by hand has worked")
    require(jobs_of(logs) + jobs_of(told) > 1, "workers did jobs")
    accepted = re.search(r"queue: ([\d,]+) jobs? of workers accepted, 0 refused", told)
    require(accepted and int(accepted[1].replace(",", "")) > 1, "the maker has had jobs of workers, and refused none")
    done = subprocess.run([fiveproof, "verify", folder / "o14.fvp", "-q", "--expect", f"{GAME} 15 black {OPENING}"], text=True,
                          capture_output=True)
    require(done.returncode == 0, f"what the workers proved is verified: {done.stdout}{done.stderr}")
    print(f"jobs of Slurm's workers {jobs_of(logs)}, of the one by hand {jobs_of(told)}")


def play(root, fiveproof, proof, folder, slurm, hosts, server):
    blocks = [text for kind, text in run_blocks.blocks(root, PAGE) if kind == KIND]
    shutil.copytree(root / "scripts", folder / "scripts")
    shutil.copy(proof, folder / "proof.fvp")
    server.sql("DROP ROLE fiveproof_worker")  # the page makes it
    shims = shim(folder, "sudo", SUDO.format(psql=server.bin / "psql", url=server.url(database="postgres")))
    words = {"program": fiveproof, "slurm": slurm.folder / "slurm.conf", "ssh": hosts.ssh, "head": server.folder, "claim": CLAIM}
    script = script_of(blocks, folder, words)
    code, told = run_blocks.shell(script, folder, [str(shims), str(fiveproof.parent)], 400)
    require(code == 0, f"all commands of {PAGE} succeed: exit code {code}\n{told}")
    require_told(told, blocks, folder, fiveproof)


def run(root, fiveproof, one_claim):
    """one_claim: makes a small proof of CLAIM in a folder."""
    require(fiveproof.name == "fiveproof", "the program has the name that the page says")
    for name in ("parallel", "rsync"):
        program(name)
    with Daemons("fp-page-") as own:
        require_installed(root, own.folder)
        try:
            # work.sbatch asks for nodes of eight processors and 16 GB.
            with postgres.Server() as server, Hosts() as hosts, Slurm(processors=8, megabytes=16384) as slurm:
                play(root, fiveproof, one_claim(own.folder), own.folder, slurm, hosts, server)
        except postgres.Missing as why:
            print(why)
            sys.exit(postgres.SKIPPED)
