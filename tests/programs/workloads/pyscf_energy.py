# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The energy of a molecule of water by three methods. Usage: pyscf_energy.py quick|full."""

import json
import sys

from pyscf import dft, gto, mp, scf

from provider import provider

WATER = "O 0 0 0; H 0 -0.757 0.587; H 0 0.757 0.587"
BASIS = {"quick": "6-31g*", "full": "cc-pvtz"}


def main() -> None:
    molecule = gto.M(atom=WATER, basis=BASIS[sys.argv[1]], verbose=0)
    hartree_fock = scf.RHF(molecule).run()
    answer = {
        "hartree_fock_eh": float(hartree_fock.e_tot),
        "moller_plesset_eh": float(mp.MP2(hartree_fock).run().e_tot),
        "b3lyp_eh": float(dft.RKS(molecule, xc="b3lyp").run().e_tot),
    }
    print(json.dumps({"answer": answer, "provider": provider()}))


main()
